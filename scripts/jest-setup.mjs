// Each worker of jest runs this first, so that Node recognizes a test file that it compiled in an earlier run.
import { registerHooks } from 'node:module';

const loaded = new Set();

// The runner imports each file under an address of its own, by the time. Under its plain address Node finds it in the cache
// of what it has compiled; under the other it strips its types again in each run, and keeps what nobody can ask for again.
registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context);
    const [plain] = resolved.url.split(/(?<=\.test\.ts)\?\d+$/);
    // Once more in the same thread, as where jest watches: a module is run once an address.
    if (plain === resolved.url || loaded.has(plain)) return resolved;
    loaded.add(plain);
    return { ...resolved, url: plain };
  },
});
