// Owns the places of what the browser test leaves to look at.
import { join } from 'node:path';

const demo = join(import.meta.dirname, '..', '..', 'demo');

export const pages = join(demo, 'pages');
export const screenshots = join(demo, 'screenshots');
