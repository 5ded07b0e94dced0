// Cuts a stream into lines, as the runner's reader does: CR, LF and CRLF all end one.
import { StringDecoder } from 'node:string_decoder';

export interface LineReader {
  /** Takes the next bytes; calls back for each line that they complete. */
  push(chunk: Buffer): void;
  /** Delivers what is left when the stream ends without a line end. */
  end(): void;
}

/** A lone CR ends a line too: text after it can be a command of its own. A character may span two chunks. */
export function createLineReader(onLine: (line: string) => void): LineReader {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const take = (text: string, last: boolean): void => {
    rest += text;
    // A CR at the very end may be half of a CRLF: it waits for the next bytes.
    const whole = last ? rest.length : rest.length - (rest.endsWith('\r') ? 1 : 0);
    const parts = rest.slice(0, whole).split(/\r\n|\r|\n/u);
    const tail = parts.pop() ?? '';
    rest = tail + rest.slice(whole);
    parts.forEach(onLine);
  };
  return {
    push: (chunk) => {
      take(decoder.write(chunk), false);
    },
    end: () => {
      take(decoder.end(), true);
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}
