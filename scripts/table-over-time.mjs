// Tables over time in Markdown. Each run adds a row, so the files of earlier runs need not be kept.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Adds a row on top of the table below a heading of a file. A row with other columns begins a new table. */
export function addRow(file, title, heading, row) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : `# ${title}\n`;
  writeFileSync(file, withRow(text, heading, row));
}

/** `row` maps the names of columns to cells. */
export function withRow(text, heading, row) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |\n`;
  const head = `${line(Object.keys(row))}${'|---'.repeat(Object.keys(row).length)}|\n`;
  const begin = `\n## ${heading}\n\n`;
  const cells = line(Object.values(row));
  if (!text.includes(begin)) return `${text}${begin}${head}${cells}`;
  const [before, after] = split(text, begin);
  return after.startsWith(head)
    ? `${before}${head}${cells}${after.slice(head.length)}`
    : `${before}${head}${cells}\n${after}`;
}

function split(text, mark) {
  const end = text.indexOf(mark) + mark.length;
  return [text.slice(0, end), text.slice(end)];
}
