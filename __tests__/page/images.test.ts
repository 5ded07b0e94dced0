// The promise that the page loads no image, however it is written.
import { renderMarkdown } from '../../sandbox/page/markdown.ts';
import { expect, it } from '../jest.ts';

it.each([
  ['![a](https://a.example/x.png)', '<p><img alt="a"></p>'],
  ['[![a](https://a.example/x.png)](https://b.example)', '<p><a href="https://b.example"><img alt="a"></a></p>'],
  ['<img src="https://a.example/x.png" srcset="https://a.example/y.png" alt="a">', '<img alt="a">'],
  [
    '<picture><source srcset="https://a.example/y.png"><img src="https://a.example/x.png"></picture>',
    '<p><picture><source><img alt=""></picture></p>',
  ],
])('%s', (text, markup) => {
  expect(renderMarkdown(text, { hardBreaks: false }).markup).toBe(markup);
});
