import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '@bijli/ui/Button';
import { Switch } from '@bijli/ui/Switch';
import { useConfirmReceiptAddress, useReceipts, useSendReceiptLink, useSwitchReceipts } from '#api/receipts.ts';
import { useMessages } from '#messages/messages.ts';
import { CONFIRM_PARAMETER } from '#paths.ts';
import styles from './ProfileScreen.module.css';

/**
 * A switch for receipts by e-mail. Below it: whether the address is confirmed, and a button that sends a link to
 * confirm it.
 */
export function ReceiptsSwitch() {
  const { receipts: messages } = useMessages().profile;
  const { data } = useReceipts();
  const turning = useSwitchReceipts();
  const sending = useSendReceiptLink();
  useConfirmation();
  const isOn = turning.isPending ? turning.variables.body.on : data?.on === true;
  const hint = () => {
    if (!data) return messages.about;
    if (data.email === '') return messages.noEmail;
    return isOn ? messages[data.state](data.email) : messages.about;
  };
  return (
    <div className={styles.receipts} aria-busy={turning.isPending || undefined}>
      <Switch
        label={messages.switch}
        hint={hint()}
        checked={isOn}
        disabled={!data || (data.email === '' && !data.on)}
        onChange={(isOn) => turning.mutate({ body: { on: isOn } })}
      />
      {isOn && data && data.email !== '' && data.state !== 'confirmed' && (
        <Button look="quiet" isSlim isBusy={sending.isPending} onClick={() => sending.mutate({ body: {} })}>
          {data.state === 'link_sent' ? messages.sendAgain : messages.send}
        </Button>
      )}
    </div>
  );
}

/** Hook: confirms the address once, when a link from the driver's mailbox has opened this page. */
function useConfirmation(): void {
  const [search, setSearch] = useSearchParams();
  const { mutate: confirm } = useConfirmReceiptAddress();
  const token = search.get(CONFIRM_PARAMETER);
  const confirmedToken = useRef<string>(null);
  useEffect(() => {
    if (token === null || confirmedToken.current === token) return;
    confirmedToken.current = token;
    confirm({ body: { token } });
    setSearch({}, { replace: true });
  }, [token, confirm, setSearch]);
}
