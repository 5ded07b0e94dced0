// Why an action other than the gate could not look, as a section of its job summary.
import type { Unverified } from '../judgement/unverified.ts';
import { toAdvice, toWhat } from './causes.ts';
import { blocks, gfm, type Markdown, renderAdvice, renderList, renderSentence } from './markdown.ts';

export function renderFault(action: 'doctor' | 'insights' | 'recheck' | 'watch', fault: Unverified): Markdown {
  return blocks(
    gfm`### ⚠️ Scan Gate ${action}: ${fault.reason}`,
    renderSentence(toWhat(fault)),
    renderList(toAdvice(fault).map(renderAdvice)),
  );
}
