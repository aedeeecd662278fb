import { messages } from './messages.ts';
import styles from './Colours.module.css';

/** How a colour's name looks; another name is shown as a word alone. */
const PAINT: Record<string, string> = { White: '#f1f3f0', Graphite: '#414845', Neem: '#4a775b', Clay: '#d18a64' };

interface Props {
  colours: string[];
  /** What it is called on the page, in the language that `lang` says where it is another than the page's. */
  nameOf(colour: string): string;
  lang: string | undefined;
  chosen: string;
  onChoose(colour: string): void;
}

/** The colours that a product is sold in. */
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
