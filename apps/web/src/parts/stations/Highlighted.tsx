import styles from './Highlighted.module.css';

/** A text in which words that begin with the searched words are highlighted. */
export function Highlighted({ searchText, children: text }: { searchText: string; children: string }) {
  const words = searchText.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
  if (words.length === 0) return text;
  const beginnings = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(?:${words.join('|')})`, 'giu');
  let end = 0;
  const parts = [...text.matchAll(beginnings)].flatMap(({ index, 0: match }) => {
    const before = text.slice(end, index);
    end = index + match.length;
    return [
      before,
      <mark key={index} className={styles.highlighted}>
        {match}
      </mark>,
    ];
  });
  return [...parts, text.slice(end)];
}
