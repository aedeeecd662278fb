import { useNavigate } from 'react-router';
import { DetailsFields, useDetails } from '#parts/DetailsFields.tsx';
import { paths } from '#paths.ts';
import { storedUser } from '#device/stored-user.ts';
import { Frame } from '#shell/Frame.tsx';
import { Button } from '@bijli/ui/Button';
import { cx } from '@bijli/ui/cx';
import { useWords } from '#words/words.ts';
import styles from './SignIn.module.css';

/** Asks a new driver for name and e-mail. */
export default function BasicDetails() {
  const words = useWords();
  const navigate = useNavigate();
  const details = useDetails(
    storedUser() ?? { name: '', email: '' },
    () => void navigate(paths.map, { replace: true }),
  );
  return (
    <Frame
      title={words.basicDetails.heading}
      titleInPage
      open
      clearDock
      dock={
        <Button look="primary" block busy={details.isSaving} onClick={details.save}>
          {words.basicDetails.save}
        </Button>
      }
    >
      <h1 className={styles.heading}>{words.basicDetails.heading}</h1>
      <p className={cx(styles.intro, styles.apart)}>{words.basicDetails.intro}</p>
      <DetailsFields details={details} />
    </Frame>
  );
}
