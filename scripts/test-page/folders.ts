// The folders for the pages and pictures of the browser test.
import { join } from 'node:path';

const demo = join(import.meta.dirname, '..', '..', 'demo');

export const pages = join(demo, 'pages');
export const screenshots = join(demo, 'screenshots');

/** Pictures are for people: they take as long as all the rest, and nothing is checked by them. */
export const takesPictures = process.argv.includes('--pictures');
