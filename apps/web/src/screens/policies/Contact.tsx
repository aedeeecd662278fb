import { useClientConfig } from '#api/support.ts';
import { external } from '#paths.ts';
import { Button } from '@bijli/ui/Button';
import { Skeleton } from '@bijli/ui/Skeleton';
import { useWords } from '#words/words.ts';
import styles from './Policy.module.css';

/** Phone and e-mail of support, as this installation is set up. */
export function Contact() {
  const { policies: words, common } = useWords();
  const { data, isError, refetch } = useClientConfig();
  if (isError && !data) {
    return (
      <>
        <p>{words.contactFailed}</p>
        <Button look="line" slim onClick={() => void refetch()}>
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
        <dt>{words.phone}</dt>
        <dd className="num">
          <a href={external.phone(phone)}>{phone}</a>
        </dd>
      </div>
      <div>
        <dt>{words.email}</dt>
        <dd>
          <a href={external.email(email)}>{email}</a>
        </dd>
      </div>
    </dl>
  );
}
