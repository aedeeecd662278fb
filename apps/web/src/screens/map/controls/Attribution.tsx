import { Info } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useClientConfig } from '#api/client-config.ts';
import { useMessages } from '#messages/messages.ts';
import { attribution } from '../basemap/basemap-style.js';
import styles from '../MapScreen.module.css';

interface AttributionProps {
  /** Undefined when the map is our own. */
  text: string | undefined;
  /** A badge beside it. */
  children: ReactNode;
}

/** The source of the map, as its licences require: in one line, or behind a button when it is too long. */
export function Attribution({ text, children }: AttributionProps) {
  const { map: messages } = useMessages();
  const line = useRef<HTMLSpanElement>(null);
  // The badge beside it depends on these settings.
  const { data: config } = useClientConfig();
  const isCut = useIsCut(line, `${text} ${config?.demo}`);
  const words =
    text === undefined ? <small dangerouslySetInnerHTML={{ __html: attribution }} /> : text && <small>{text}</small>;
  return (
    <span ref={line} className={styles.credit} data-over-map>
      {isCut ? (
        <details className={styles.source}>
          <summary aria-label={messages.source}>
            <Info size={16} aria-hidden />
          </summary>
          {words}
        </details>
      ) : (
        words
      )}
      {children}
    </span>
  );
}

function onResize(hear: () => void): () => void {
  addEventListener('resize', hear);
  return () => removeEventListener('resize', hear);
}

/** Hook: true when the text is too long for its line at this window width. It is measured for each width. */
function useIsCut(line: { current: HTMLElement | null }, sentence: string): boolean {
  const width = useSyncExternalStore(onResize, () => innerWidth);
  const [measured, setMeasured] = useState<{ width: number; sentence: string; isCut: boolean }>();
  const current = measured?.width === width && measured.sentence === sentence ? measured : undefined;
  useLayoutEffect(() => {
    const element = line.current;
    // The width is only known after drawing.
    // oxlint-disable-next-line react/set-state-in-effect
    if (!current && element) setMeasured({ width, sentence, isCut: element.scrollWidth > element.clientWidth });
  }, [current, line, width, sentence]);
  return current?.isCut ?? false;
}
