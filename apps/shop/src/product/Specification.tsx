import styles from './Specification.module.css';

/** The lines of a specification. A line such as `Cable: 5 m` is shown as name and value. */
export function Specification({ lines, lang }: { lines: string[]; lang: string | undefined }) {
  return (
    <ul className={styles.lines} lang={lang}>
      {lines.map((line) => {
        const [, name, value] = /^([^:]{1,40}): (.+)$/.exec(line) ?? [];
        return (
          <li key={line}>
            {name !== undefined && <span>{name}</span>}
            {value ?? line}
          </li>
        );
      })}
    </ul>
  );
}
