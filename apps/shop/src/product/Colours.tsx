import { messages } from '#messages/messages.ts';
import styles from './Colours.module.css';

/** Paint of a colour's swatch, by the colour's name. Other colours are only shown by name. */
const PAINT: Record<string, string> = { White: '#f1f3f0', Graphite: '#414845', Neem: '#4a775b', Clay: '#d18a64' };

interface Props {
  colours: string[];
  /** The colour's name on the page. `lang` is its language if that is not the page's. */
  nameOf(colour: string): string;
  lang: string | undefined;
  chosen: string;
  onChoose(colour: string): void;
}

/** A choice among the colours of a product. */
export function Colours({ colours, nameOf, lang, chosen, onChoose }: Props) {
  return (
    <fieldset className={styles.colours}>
      <legend>
        {messages().product.colour} <b lang={lang}>{nameOf(chosen)}</b>
      </legend>
      <div className={styles.swatches}>
        {colours.map((colour) => (
          <label key={colour} className={styles.swatch} lang={lang} title={nameOf(colour)}>
            <input
              type="radio"
              name="colour"
              value={colour}
              checked={colour === chosen}
              onChange={() => onChoose(colour)}
            />
            {PAINT[colour] ? (
              <>
                <span className="visually-hidden">{nameOf(colour)}</span>
                <i style={{ background: PAINT[colour] }} />
              </>
            ) : (
              <span className={styles.word}>{nameOf(colour)}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
