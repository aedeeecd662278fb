import type { MouseEvent } from 'react';
import { day } from '@bijli/ui/format/time';
import text from '@bijli/ui/text.module.css';
import { storedUser } from '#device/stored-user.ts';
import { useLongTexts } from '#messages/long/long.ts';
import { useMessages } from '#messages/messages.ts';
import { DestinationList } from '#shell/DestinationList.tsx';
import { policyDestinations } from '#shell/destinations.ts';
import { Frame } from '#shell/Frame.tsx';
import { Contact } from './Contact.tsx';
import styles from './PolicyScreen.module.css';

/** Scrolls to a section without an entry in the history, so that the back arrow still leaves the page. */
function goToSection(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const section = document.querySelector(event.currentTarget.hash);
  section?.scrollIntoView();
  section?.querySelector('h2')?.focus({ preventScroll: true });
}

type Which = 'privacy' | 'terms' | 'refund' | 'cancellation';

/** One of the policies. Anyone may read it. Signed-in drivers also have the footer bar. */
export default function PolicyScreen({ which }: { which: Which }) {
  const { policies: messages } = useMessages();
  const { since, intro, sections } = useLongTexts()[which];
  const isSignedIn = storedUser() !== undefined;
  const sectionId = (index: number) => `section-${index + 1}`;
  return (
    <Frame title={messages[which]} hasFooterBar={isSignedIn} isOutsideGate={!isSignedIn}>
      <article className={styles.prose}>
        <p>{intro}</p>
        <p className={styles.since}>{messages.inForceSince(day(since))}</p>
        <nav className={styles.contents} aria-label={messages.contents}>
          <p className={styles.heading} aria-hidden>
            {messages.contents}
          </p>
          <ol>
            {[...sections.map(({ title }) => title), messages.contact].map((title, index) => (
              <li key={title}>
                <a href={`#${sectionId(index)}`} onClick={goToSection}>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        {sections.map(({ title, body }, index) => (
          <section key={title} id={sectionId(index)} className={styles.section}>
            <h2 tabIndex={-1}>{title}</h2>
            {body.map((part) =>
              typeof part === 'string' ? (
                <p key={part}>{part}</p>
              ) : (
                <ul key={part[0]} className={text.points}>
                  {part.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              ),
            )}
          </section>
        ))}
        <section id={sectionId(sections.length)} className={styles.section}>
          <h2 tabIndex={-1}>{messages.contact}</h2>
          <Contact />
        </section>
      </article>
      <nav className={styles.others} aria-label={messages.others}>
        <DestinationList destinations={policyDestinations.filter(({ word }) => word !== which)} />
      </nav>
    </Frame>
  );
}
