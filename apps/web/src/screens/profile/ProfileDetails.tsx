import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Api } from '@bijli/contract/api';
import type { ReplyOf } from '@bijli/contract/endpoint';
import { spacedPlate } from '@bijli/contract/registration-number';
import { Avatar } from '@bijli/ui/Avatar';
import { cx } from '@bijli/ui/cx';
import { formatRupees } from '@bijli/ui/format/money';
import { spacedMobile } from '@bijli/ui/format/text';
import { Plate } from '@bijli/ui/Plate';
import { Skeleton } from '@bijli/ui/Skeleton';
import { useMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';
import styles from './ProfileScreen.module.css';

export type DriverProfile = ReplyOf<Api['getProfile']>['profile'];

/** Name, e-mail and mobile number. `children` are at their right. */
export function ProfileHead({ profile, children }: { profile: DriverProfile; children: ReactNode }) {
  const { profile: messages } = useMessages();
  return (
    <div className={styles.who}>
      <Avatar name={profile.name} />
      <div className={styles.about}>
        <p className={styles.name}>{profile.name || messages.noName}</p>
        <p className="clip">{profile.email}</p>
        <p className="num">
          {profile.mobile_country_code} {spacedMobile(profile.mobile_number)}
        </p>
        {profile.gstin && <p className={styles.invoicedTo}>{messages.business.shown(profile.business_name ?? '')}</p>}
      </div>
      {children}
    </div>
  );
}

/** The longest balance, in characters, that fits in large type beside the vehicle on a phone. */
const MAX_LARGE_BALANCE_LENGTH = 11;

/** Balance and default vehicle. Each links to its screen. */
export function ProfileDetails({ profile }: { profile: DriverProfile }) {
  const { profile: messages, common } = useMessages();
  const { vehicle } = profile;
  const held = profile.balance?.held;
  const balance = formatRupees(profile.balance?.balance ?? 0);
  return (
    <div className={styles.details}>
      <Link to={paths.wallet} className={styles.fact}>
        <span className={styles.label}>{messages.wallet}</span>
        <span className={cx(styles.balance, 'num', balance.length > MAX_LARGE_BALANCE_LENGTH && styles.long)}>
          {balance}
        </span>
        {held !== undefined && <span className={cx(styles.held, 'num')}>{messages.held(formatRupees(held))}</span>}
      </Link>
      <Link to={paths.manageVehicles} className={styles.fact}>
        <span className={styles.label}>{messages.vehicle}</span>
        <span className={styles.vehicle}>{vehicle?.vehicle_name ?? common.notAvailable}</span>
        {vehicle ? (
          <Plate>{spacedPlate(vehicle.vehicle_registration_number)}</Plate>
        ) : (
          <span className={styles.add}>{messages.addVehicle}</span>
        )}
      </Link>
    </div>
  );
}

export function ProfileSkeleton() {
  return (
    <div aria-busy>
      <div className={styles.who}>
        <Skeleton width={56} height={56} isRound />
        <div className={styles.about}>
          <Skeleton width="60%" height={24} />
          <Skeleton width="80%" height={16} top={6} />
          <Skeleton width="70%" height={16} top={6} />
        </div>
      </div>
      <div className={styles.details} aria-hidden>
        {[1, 2].map((fact) => (
          <div key={fact} className={styles.fact}>
            <Skeleton width={60} height={20} />
            <Skeleton width="90%" height={24} top={4} />
            <Skeleton width="60%" height={20} top={6} />
          </div>
        ))}
      </div>
    </div>
  );
}
