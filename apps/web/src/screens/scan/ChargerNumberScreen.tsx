import { ScanLine } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { parseScannedText, stickerPath } from '@bijli/contract/sticker';
import { Button } from '@bijli/ui/Button';
import { Field } from '@bijli/ui/Field';
import { Note } from '@bijli/ui/Notice';
import { Refusal } from '#api/client.ts';
import { failureSentence } from '#api/failure-sentence.ts';
import { useFindCharger } from '#api/stations.ts';
import { type Messages, useMessages } from '#messages/messages.ts';
import { Frame } from '#shell/Frame.tsx';
import { foreignCodeMessage } from './ScanScreen.tsx';
import styles from './ScanScreen.module.css';

/**
 * A form for the number that a sticker has below its code. A number that is no charger's stays in the field, to be
 * corrected.
 */
export default function ChargerNumberScreen() {
  const messages = useMessages();
  const { scan } = messages;
  const navigate = useNavigate();
  const findCharger = useFindCharger();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isFinding, setFinding] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const refuse = (why: string) => {
    setProblem(why);
    field.current?.focus();
  };
  const find = async (event: FormEvent) => {
    event.preventDefault();
    const code = parseScannedText(text, location.origin);
    if (code.kind !== 'sticker')
      return refuse(text.trim() === '' ? scan.numberMissing : foreignCodeMessage(code, scan)[0]);
    setFinding(true);
    try {
      await findCharger(code.sticker.charger);
      void navigate(stickerPath(code.sticker));
    } catch (error) {
      refuse(whyNotFound(error, code.sticker.charger, messages));
    } finally {
      setFinding(false);
    }
  };
  return (
    <Frame title={scan.title} hasRunningPill>
      <form className={styles.number} noValidate onSubmit={(event) => void find(event)}>
        <Field
          ref={field}
          label={scan.number}
          help={scan.numberHelp}
          error={problem}
          value={text}
          isLarge
          data-first
          maxLength={200}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <Button type="submit" look="primary" isBlock isBusy={isFinding}>
          {scan.find}
        </Button>
        <Note icon={ScanLine}>{scan.ownCamera}</Note>
      </form>
    </Frame>
  );
}

function whyNotFound(error: unknown, number: string, messages: Messages): string {
  const { scan } = messages;
  if (error instanceof Refusal && error.code === 'charger_not_found')
    return `${scan.unknown(number)}. ${scan.checkNumber}`;
  return failureSentence(error, messages);
}
