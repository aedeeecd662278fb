import { useNavigate } from 'react-router';
import { Button } from '@bijli/ui/Button';
import { cx } from '@bijli/ui/cx';
import { takeSharedLink } from '#device/shared-link.ts';
import { storedUser } from '#device/stored-user.ts';
import { useMessages } from '#messages/messages.ts';
import { DetailsFields, useDetails } from '#parts/account/DetailsFields.tsx';
import type { MapNavigation } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import styles from './LoginScreen.module.css';

/** Asks a new driver for their name and e-mail address. */
export default function BasicDetailsScreen() {
  const messages = useMessages();
  const navigate = useNavigate();
  const { name = '', email = '' } = storedUser() ?? {};
  const details = useDetails({ name, email }, () => {
    const state: MapNavigation = { asksForVehicle: true };
    void navigate(takeSharedLink(), { replace: true, state });
  });
  return (
    <Frame
      title={messages.basicDetails.heading}
      isTitleInPage
      isOutsideGate
      clearsDock
      dock={
        <Button look="primary" isBlock isBusy={details.isSaving} onClick={details.save}>
          {messages.basicDetails.save}
        </Button>
      }
    >
      <h1 className={styles.heading}>{messages.basicDetails.heading}</h1>
      <p className={cx(styles.intro, styles.apart)}>{messages.basicDetails.intro}</p>
      <DetailsFields details={details} />
    </Frame>
  );
}
