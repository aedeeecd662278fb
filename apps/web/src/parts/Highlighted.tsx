import styles from './Highlighted.module.css';

/** A text in which the words of another one stand out, each where a word begins with it. */
export function Highlighted({ searchText, children: text }: { searchText: string; children: string }) {
  const wanted = searchText.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
  if (wanted.length === 0) return text;
  const beginnings = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(?:${wanted.join('|')})`, 'giu');
  let end = 0;
  const parts = [...text.matchAll(beginnings)].flatMap(({ index, 0: found }) => {
    const before = text.slice(end, index);
    end = index + found.length;
    return [
      before,
      <mark key={index} className={styles.highlighted}>
        {found}
      </mark>,
    ];
  });
  return [...parts, text.slice(end)];
}
