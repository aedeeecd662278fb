import { ScanLine } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { readScannedText, stickerPath } from '@bijli/contract/sticker';
import { Button } from '@bijli/ui/Button';
import { Field } from '@bijli/ui/Field';
import { Note } from '@bijli/ui/Notice';
import { useMessages } from '#messages/messages.ts';
import { Frame } from '#shell/Frame.tsx';
import { foreignCodeMessage } from './ScanScreen.tsx';
import styles from './ScanScreen.module.css';

/** A form for the number that a sticker has below its code. */
export default function ChargerNumberScreen() {
  const { scan } = useMessages();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const find = (event: FormEvent) => {
    event.preventDefault();
    const code = readScannedText(text, location.origin);
    if (code.kind === 'sticker') void navigate(stickerPath(code.sticker));
    else setProblem(text.trim() === '' ? scan.numberMissing : foreignCodeMessage(code, scan)[0]);
  };
  return (
    <Frame title={scan.title} hasRunningPill>
      <form className={styles.number} noValidate onSubmit={find}>
        <Field
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
        <Button type="submit" look="primary" isBlock>
          {scan.find}
        </Button>
        <Note icon={ScanLine}>{scan.ownCamera}</Note>
      </form>
    </Frame>
  );
}
