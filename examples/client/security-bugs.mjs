// Writes the pending security bugs of every repository as CSV.
// Usage: node security-bugs.mjs >security-bugs.csv
// Install scan-gate-client beside it, and set SERVICE_URL and SERVICE_KEY.
import { createClient } from 'scan-gate-client';

const client = createClient({
  baseUrl: process.env.SERVICE_URL,
  apiKey: process.env.SERVICE_KEY,
});

/** @param {unknown[]} values */
function toRow(...values) {
  // A spreadsheet calculates a cell that begins with one of these characters, also behind spaces and quotes. Where ; separates
  // cells, one begins there.
  const texts = values.map((value) =>
    String(value ?? '')
      .replace(/\s+/g, ' ')
      .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
      .replace(/(^|;)(?=[\s"]*[=+\-@＝＋－＠])/g, "$1'"),
  );
  return texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
}

console.log(toRow('repository', 'bug', 'title', 'file', 'found'));
for (const { id, fullName } of await client.repos.collect()) {
  const bugs = await client.bugs.collect({ repoId: id, status: 'pending' });
  for (const bug of bugs.filter(({ isSecurityVulnerability }) => isSecurityVulnerability)) {
    const found = new Date(bug.createdAt).toISOString();
    console.log(toRow(fullName, bug.id, bug.title, bug.filePath, found));
  }
}
