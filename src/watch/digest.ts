// A short fingerprint of a text, by which a later run sees that nothing has changed. Not for secrets.

/** 16 hexadecimal digits (cyrb53 with all its 64 bits): equal for equal texts, and hardly ever for others. */
export function toDigest(text: string): string {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 2_654_435_761);
    two = Math.imul(two ^ unit, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(two ^ (two >>> 13), 3_266_489_909);
  two = Math.imul(two ^ (two >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return toHex(one) + toHex(two);
}

function toHex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
