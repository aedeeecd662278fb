import { Button } from '@bijli/ui/Button';
import { spacedPhone } from '@bijli/ui/format/text';
import { Skeleton } from '@bijli/ui/Skeleton';
import { useClientConfig } from '#api/client-config.ts';
import { useMessages } from '#messages/messages.ts';
import { external } from '#paths.ts';
import styles from './PolicyScreen.module.css';

/** The installation's phone number and e-mail address for support. */
export function Contact() {
  const { policies: messages, common } = useMessages();
  const { data, isError, refetch } = useClientConfig();
  if (isError && !data) {
    return (
      <>
        <p>{messages.contactFailed}</p>
        <Button look="line" isSlim onClick={() => void refetch()}>
          {common.tryAgain}
        </Button>
      </>
    );
  }
  if (!data) return <Skeleton width={240} height={64} />;
  const { phone, email } = data.support;
  return (
    <dl className={styles.contact}>
      <div>
        <dt>{messages.phone}</dt>
        <dd className="num">
          <a href={external.phone(phone)}>{spacedPhone(phone)}</a>
        </dd>
      </div>
      <div>
        <dt>{messages.email}</dt>
        <dd>
          <a href={external.email(email)}>{email}</a>
        </dd>
      </div>
    </dl>
  );
}
