import { Download, LogOut, MonitorSmartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@bijli/ui/Button';
import { Sheet } from '@bijli/ui/Sheet';
import { signOut, useSignOutEverywhere } from '#api/accounts.ts';
import { useMessages } from '#messages/messages.ts';
import { DeleteSheet } from './DeleteSheet.tsx';
import { PersonalDataSheet } from './PersonalDataSheet.tsx';
import styles from './ProfileScreen.module.css';

/** Buttons for signing out, here or on all devices, for a copy of the driver's data, and for deleting the account. */
export function AccountActions({ balance }: { balance: number }) {
  const { account: messages } = useMessages();
  const [isLeaving, setLeaving] = useState(false);
  const [sheet, setSheet] = useState<'everywhere' | 'copy' | 'delete'>();
  const leave = () => {
    setLeaving(true);
    void signOut();
  };
  return (
    <div className={styles.leave}>
      <Button look="text" isBlock isBusy={isLeaving} onClick={leave}>
        {!isLeaving && <LogOut size={20} aria-hidden />}
        {messages.signOut}
      </Button>
      <Button look="text" isBlock onClick={() => setSheet('everywhere')}>
        <MonitorSmartphone size={20} aria-hidden />
        {messages.signOutEverywhere}
      </Button>
      <Button look="text" isBlock onClick={() => setSheet('copy')}>
        <Download size={20} aria-hidden />
        {messages.copy}
      </Button>
      <Button look="dangerText" isBlock onClick={() => setSheet('delete')}>
        <Trash2 size={20} aria-hidden />
        {messages.delete}
      </Button>
      <EverywhereSheet open={sheet === 'everywhere'} onClose={() => setSheet(undefined)} />
      <PersonalDataSheet open={sheet === 'copy'} onClose={() => setSheet(undefined)} />
      <DeleteSheet open={sheet === 'delete'} onClose={() => setSheet(undefined)} balance={balance} />
    </div>
  );
}

function EverywhereSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { account: messages, common } = useMessages();
  const leaving = useSignOutEverywhere();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={messages.everywhereTitle}
      closeLabel={common.close}
      foot={
        <Button
          look="danger"
          isBlock
          isBusy={leaving.isPending}
          onClick={() => leaving.mutate({ body: { everywhere: true } })}
        >
          {messages.signOutEverywhere}
        </Button>
      }
    >
      <p>{messages.everywhereText}</p>
    </Sheet>
  );
}
