// Patterns that other tools would understand and that here would silently match nothing; names of real files stay possible.
import { isPattern } from '../../src/judgement/path-filter.ts';
import { expect, test } from '../jest.ts';

test.each<[string, boolean]>([
  ['src/server/ src/web/', false],
  ['src/server/*/*.ts src/web/*/*.tsx', false],
  ['src/*;lib/*', false],
  ['src/server/**:src/web/**', false],
  ['/home/runner/work/storefront/storefront/src/**', false],
  ['/Users/runner/work/storefront/storefront/src/**', false],
  ['!/__w/storefront/storefront/vendor/**', false],
  ['/opt/actions-runner/_work/storefront/storefront/src/**', false],
  ['~/src/**', false],
  ['$SRC/**', false],
  ['%CD%/src/**', false],
  ['["src/**"]', false],
  ["['src/**']", false],
  ['[]', false],
  ['null', false],
  ['-vendor/**', false],
  [':!vendor/**', false],
  [':(exclude)vendor/**', false],
  ['^src/.*', false],
  ['src/**/*.ts;', false],
  ['src/;', false],
  ['src/*.ts #generated', false],
  ['**/TextMesh Pro/**', false],
  // Controls.
  ['docs/My File.md', true],
  ['my docs/a b/c.md', true],
  ['a;b/c:d.ts', true],
  ['src/$lib/**', true],
  ['$lib/**', true],
  ['app/routes/~/x.ts', true],
  ['home/runner/**', true],
  ['/home/**', true],
  ['!/tmp/**', true],
  ['/my_work/**', true],
  ['nullable/**', true],
  ['[id]/**', true],
  ['[slug].ts', true],
  ['docs/Issue #12.md', true],
  ['docs/C#/*.cs', true],
  ['100%/CD%/**', true],
])('%s is a pattern: %p', (pattern, is) => {
  expect(isPattern(pattern)).toBe(is);
});
