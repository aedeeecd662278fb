import { FileDown, Share2 } from 'lucide-react';
import type { Invoice } from '@bijli/contract/charging';
import { Button } from '@bijli/ui/Button';
import { formatRupees } from '@bijli/ui/format/money';
import { dateTime } from '@bijli/ui/format/time';
import { exactUnits } from '@bijli/ui/format/units';
import { notify } from '@bijli/ui/notify';
import { useInvoicePdf } from '#api/charging.ts';
import { saveFile } from '#device/save-file.ts';
import { canSharePdfs, share, shareFile } from '#device/share.ts';
import { useMessages } from '#messages/messages.ts';

/** A button that shares the invoice: as a PDF where the device can share one, otherwise as words. */
export function ShareInvoice({ invoice }: { invoice: Invoice }) {
  const { invoice: messages, pageTitle } = useMessages();
  const { mutateAsync: fetchPdf, isPending } = useInvoicePdf({ isQuiet: true });
  const words = {
    title: pageTitle(messages.title),
    text: messages.shareText(
      invoice.invoice_number,
      invoice.property_name,
      messages.unitsValue(exactUnits(invoice.units_consumed)),
      formatRupees(invoice.total_amount),
      invoice.end_date_time === null ? '' : dateTime(invoice.end_date_time),
    ),
  };
  const shareWords = async () => {
    const how = await share(words);
    if (how === 'copied') notify.info(messages.shared);
    if (how === 'refused') notify.error(messages.notShared);
  };
  const shareIt = async () => {
    if (isPending) return;
    const file = invoice.tax && canSharePdfs() && (await fetchPdf(invoice).catch(() => undefined));
    if (!file) return shareWords();
    if ((await shareFile(file, words)) === 'saved') notify.info(messages.saved);
  };
  return (
    <Button isSlim isBlock isBusy={isPending} aria-label={messages.share} onClick={() => void shareIt()}>
      {!isPending && <Share2 size={20} aria-hidden />}
      {messages.shareBrief}
    </Button>
  );
}

/** A button that saves the invoice as a PDF. */
export function SaveInvoice({ invoice }: { invoice: Invoice }) {
  const { invoice: messages } = useMessages();
  const { mutate: fetchPdf, isPending } = useInvoicePdf();
  const save = () => {
    if (!isPending) fetchPdf(invoice, { onSuccess: (file) => saveFile(file, file.name) });
  };
  return (
    <Button isSlim isBlock isBusy={isPending} onClick={save}>
      {!isPending && <FileDown size={20} aria-hidden />}
      {messages.save}
    </Button>
  );
}
