import { CreditCard, PlugZap, ShieldCheck, Wrench } from 'lucide-react';
import { needsInstallation, supplyOf } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import { messages } from '#messages/messages.ts';
import { formatNumber } from '#parts/format.ts';
import { CarFact } from './CarFact.tsx';
import { type AskedPincode, DeliveryFact } from './DeliveryFact.tsx';
import { Fact } from './Fact.tsx';
import styles from './BuyerFacts.module.css';

interface Props extends AskedPincode {
  product: Product;
  /** The installation that is sold for it, which is chosen above. */
  installation: Product | undefined;
  /** True if the page has a list of vehicles that fit. */
  hasVehicles: boolean;
}

/**
 * What a buyer asks before ordering: when it comes, who installs it, whether it fits the car and the house, and how to
 * pay.
 */
export function BuyerFacts({ product, installation, hasVehicles, ...pincode }: Props) {
  const { warranty, payment } = messages().product;
  const { warranty_months: months } = product;
  return (
    <ul className={styles.facts}>
      <DeliveryFact product={product} {...pincode} />
      {!installation && <InstallationFact product={product} />}
      <CarFact product={product} hasVehicles={hasVehicles} />
      <SupplyFact product={product} />
      {months !== undefined && (
        <Fact icon={<ShieldCheck />}>
          <b>{warranty(months)}</b>
        </Fact>
      )}
      <Fact icon={<CreditCard />}>
        <b>{payment.title}</b>
        {payment.text}
      </Fact>
    </ul>
  );
}

/** Who installs it, where no installation is sold for it. */
function InstallationFact({ product }: { product: Product }) {
  const { installation } = messages().product;
  if (supplyOf(product)?.hasPlug === true) {
    return (
      <Fact icon={<Wrench />}>
        <b>{installation.none}</b>
        {installation.plugIn}
      </Fact>
    );
  }
  if (!needsInstallation(product)) return null;
  return (
    <Fact icon={<Wrench />}>
      <b>{installation.extra}</b>
      {installation.bySite}
      <a className={styles.link} href="#help">
        {installation.quote}
      </a>
    </Fact>
  );
}

/** What the building has to offer. */
function SupplyFact({ product }: { product: Product }) {
  const supply = supplyOf(product);
  if (!supply) return null;
  const { title, connection, socket, load, keepFree, keepMoreFree } = messages().product.supply;
  const { phases, volts, hasPlug, loadKw } = supply;
  const sayFree = product.category === 'dc' ? keepMoreFree : keepFree;
  const needed = loadKw === undefined ? sayFree(formatNumber(product.max_output)) : load(formatNumber(loadKw));
  return (
    <Fact icon={<PlugZap />}>
      <b>{title}</b>
      {connection(phases, volts)} {hasPlug ? socket : needed}
    </Fact>
  );
}
