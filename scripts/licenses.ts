// Renders dist/licenses.txt: the packages in the bundles, and their licences.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BundledPackage } from './bundle.ts';

/**
 * Renders name, version and licence texts of the packages, sorted and each once. Throws when a package carries no
 * licence text: then somebody has to check it.
 */
export function renderLicenses(packages: readonly BundledPackage[]): string {
  const byDirectory = new Map(packages.map((each) => [each.directory, each]));
  const sorted = [...byDirectory.values()].sort((a, b) => (titleOf(a) < titleOf(b) ? -1 : 1));
  return sorted.map(renderLicense).join('\n');
}

const titleOf = ({ name, version }: BundledPackage): string => `${name} ${version}`;

function renderLicense(each: BundledPackage): string {
  const files = readdirSync(each.directory)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort();
  if (files.length === 0) throw new Error(`${titleOf(each)} carries no licence text`);
  const texts = files.map((file) => readFileSync(join(each.directory, file), 'utf8'));
  const body = texts.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n');
  return `${'='.repeat(80)}\n${titleOf(each)}\n${'='.repeat(80)}\n\n${body}\n`;
}
