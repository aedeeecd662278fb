import type { Invoice, TaxDocument } from '@bijli/contract/charging';
import { stateWithCode } from '@bijli/contract/state-codes';
import { formatRupees } from '@bijli/ui/format/money';
import { dateTime, day } from '@bijli/ui/format/time';
import { Logo } from '@bijli/ui/Logo';
import { usePrinting } from '#device/printing.ts';
import { storedUser } from '#device/stored-user.ts';
import { useMessages } from '#messages/messages.ts';
import { postalLineOf } from './address.ts';
import { notBilledNote } from './not-billed.ts';
import { isWithinState } from './within-state.ts';
import styles from './PrintedInvoice.module.css';

/** The invoice for printing, with one A4 page for each tax document. The screen shows nothing of it. */
export function PrintedInvoice({ invoice }: { invoice: Invoice }) {
  const isPrinting = usePrinting();
  const documents = invoice.tax?.documents ?? [];
  if (!isPrinting) return null;
  return (
    <div className={styles.paper}>
      {documents.length > 0 ? (
        documents.map((document) => <Sheet key={document.number} invoice={invoice} document={document} />)
      ) : (
        <Sheet invoice={invoice} document={undefined} />
      )}
    </div>
  );
}

type Tax = NonNullable<Invoice['tax']>;

const dateOf = ({ issued_on: date }: TaxDocument): string => day(`${date}T00:00:00+05:30`, 'India');

interface SheetProps {
  invoice: Invoice;
  /** Before the charge is settled the page is only a bill. */
  document: TaxDocument | undefined;
}

function Sheet({ invoice, document }: SheetProps) {
  const { invoice: messages, brand, chargerName } = useMessages();
  const { paper } = messages;
  const { tax, property } = invoice;
  const note = notBilledNote(invoice, messages);
  const title = document ? (paper.kinds[document.kind] ?? document.kind) : paper.bill;
  // A credit note or supplement names the invoice that it belongs to (CGST rules, rule 53).
  const [first] = tax?.documents ?? [];
  const corrected = document && document.number !== first?.number ? first : undefined;
  return (
    <section className={styles.sheet}>
      <div className={styles.head}>
        <Logo height={40} label={brand} />
        <h2>{title}</h2>
      </div>
      <div className={styles.parties}>
        {tax && <Party title={paper.supplier} party={tax.supplier} />}
        {tax?.recipient ? <Party title={paper.customer} party={tax.recipient} /> : <Customer />}
      </div>
      <Details
        pairs={[
          [paper.number, document?.number ?? invoice.invoice_number],
          [paper.date, document && dateOf(document)],
          [paper.against, corrected && paper.againstValue(corrected.number, dateOf(corrected))],
          [paper.placeOfSupply, tax && stateWithCode(tax.place_of_supply)],
          [messages.booking, invoice.booking_id],
          [messages.station, `${invoice.property_name}, ${postalLineOf(property)}`],
          [messages.charger, `${chargerName(invoice.charger_name)} · ${invoice.connector_name}`],
          [messages.vehicle, invoice.vehicle?.vehicle_name],
          [messages.start, invoice.start_date_time && dateTime(invoice.start_date_time, 'India')],
          [messages.end, invoice.end_date_time && dateTime(invoice.end_date_time, 'India')],
        ]}
      />
      <Account invoice={invoice} document={document} />
      <div className={styles.foot}>
        <p>{document?.kind === 'credit_note' ? paper.takenOff : paper.paid}</p>
        {note !== undefined && <p>{note}</p>}
        <p>{paper.noSignature}</p>
      </div>
    </section>
  );
}

/** A party registered for GST, with all details that the document requires. */
function Party({ title, party }: { title: string; party: Tax['supplier'] }) {
  const { paper } = useMessages().invoice;
  const { name, address, state, gstin } = party;
  return (
    <div>
      <h3>{title}</h3>
      <p>{name}</p>
      <p>{address}</p>
      <p>{stateWithCode(state)}</p>
      <p>
        {paper.gstin} {gstin}
      </p>
    </div>
  );
}

function Customer() {
  const { paper } = useMessages().invoice;
  const user = storedUser();
  return (
    <div>
      <h3>{paper.customer}</h3>
      <p>{user?.name}</p>
      <p>{user?.email}</p>
    </div>
  );
}

/** What was supplied, its taxable value, the taxes by kind, and the total. */
function Account({ invoice, document }: SheetProps) {
  const { invoice: messages } = useMessages();
  const { paper } = messages;
  const { tax } = invoice;
  const { amount, cgst, sgst, total_amount: total } = document ?? invoice;
  // Documents from the time before suppliers for each State have no IGST of their own.
  const igst = document?.igst ?? cgst + sgst;
  const percent = tax?.gst_percent ?? 0;
  const taxes: [string, number][] = isWithinState(tax)
    ? [
        [paper.cgst(String(percent / 2)), cgst],
        [paper.sgst(String(percent / 2)), sgst],
      ]
    : [[paper.igst(String(percent)), igst]];
  return (
    <table className={styles.account}>
      <thead>
        <tr>
          <th>{paper.description}</th>
          <th>{paper.sac}</th>
          <th>{paper.quantity}</th>
          <th>{paper.unitPrice}</th>
          <th>{paper.taxable}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>{paper.service}</td>
          <td>{document?.tax_code}</td>
          <td>{messages.unitsValue((document?.units ?? invoice.units_consumed).toFixed(3))}</td>
          <td>{invoice.price_per_unit !== undefined && formatRupees(invoice.price_per_unit)}</td>
          <td>{formatRupees(amount)}</td>
        </tr>
      </tbody>
      <tfoot>
        {[...taxes, [paper.total, total] as const].map(([name, value]) => (
          <tr key={name}>
            <th colSpan={4}>{name}</th>
            <td>{formatRupees(value)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

function Details({ pairs }: { pairs: readonly (readonly [string, string | null | undefined])[] }) {
  return (
    <dl className={styles.details}>
      {pairs.map(([term, value]) =>
        value ? (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
