import { Braces, FileText } from 'lucide-react';
import { Button } from '@bijli/ui/Button';
import { Sheet } from '@bijli/ui/Sheet';
import { usePersonalData } from '#api/accounts.ts';
import { failureSentence } from '#api/failure-sentence.ts';
import { saveFile } from '#device/save-file.ts';
import { useMessages } from '#messages/messages.ts';
import styles from './ProfileScreen.module.css';

interface PersonalDataSheetProps {
  open: boolean;
  onClose: () => void;
}

/** A sheet that downloads all data about the driver, as a PDF to read or as JSON for other programs. */
export function PersonalDataSheet({ open, onClose }: PersonalDataSheetProps) {
  const messages = useMessages();
  const { account, common } = messages;
  const copying = usePersonalData();
  const { error, isPending, isSuccess, variables: format } = copying;
  const take = (fileFormat: 'pdf' | 'json') => {
    // Only one download at a time, because each makes the server read all data of the driver.
    if (!isPending) copying.mutate(fileFormat, { onSuccess: (file) => saveFile(file, `bijli-data.${fileFormat}`) });
  };
  const close = () => {
    onClose();
    copying.reset();
  };

  return (
    <Sheet
      open={open}
      onClose={close}
      title={account.copyTitle}
      closeLabel={common.close}
      foot={
        <div className={styles.choices}>
          <Button look="primary" isBlock isBusy={isPending && format === 'pdf'} onClick={() => take('pdf')}>
            {!(isPending && format === 'pdf') && <FileText size={20} aria-hidden />}
            {account.copyPdf}
          </Button>
          <Button look="line" isBlock isBusy={isPending && format === 'json'} onClick={() => take('json')}>
            {!(isPending && format === 'json') && <Braces size={20} aria-hidden />}
            {account.copyJson}
          </Button>
        </div>
      }
    >
      <p>{account.copyText}</p>
      {error && (
        <p className={styles.failed} role="alert">
          {failureSentence(error, messages)}
        </p>
      )}
      <p className={styles.progress} role="status">
        {isPending ? account.copying : isSuccess ? account.copied : ''}
      </p>
    </Sheet>
  );
}
