import { ChevronDown } from 'lucide-react';
import { useLongTexts } from '#words/long/long.ts';
import { useWords } from '#words/words.ts';
import styles from './Help.module.css';

/** What is asked most; each answer opens below its question. */
export function Questions() {
  const { help: words } = useWords();
  const { questions } = useLongTexts();
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{words.questions}</h2>
      <div className={styles.questions}>
        {questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>
              {question}
              <ChevronDown size={20} aria-hidden />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
