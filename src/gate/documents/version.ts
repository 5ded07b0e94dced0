// The version of this project, as in package.json; a test compares the two.
export const VERSION = '1.0.0';
