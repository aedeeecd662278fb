import { ChevronDown } from 'lucide-react';
import { useLongTexts } from '#messages/long/long.ts';
import { useMessages } from '#messages/messages.ts';
import styles from './HelpScreen.module.css';

/** Frequent questions. Each answer opens below its question. */
export function Questions() {
  const { help: messages } = useMessages();
  const { questions } = useLongTexts();
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{messages.questions}</h2>
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
