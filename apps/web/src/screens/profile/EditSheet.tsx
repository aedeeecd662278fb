import { Button } from '@bijli/ui/Button';
import { Sheet } from '@bijli/ui/Sheet';
import { useMessages } from '#messages/messages.ts';
import { DetailsFields, useDetails } from '#parts/account/DetailsFields.tsx';
import { BusinessFields } from './BusinessFields.tsx';
import type { DriverProfile } from './ProfileDetails.tsx';

interface EditSheetProps {
  profile: DriverProfile;
  open: boolean;
  onClose: () => void;
}

/** A sheet that changes name, e-mail, and the business that charges are invoiced to. */
export function EditSheet({ profile, open, onClose }: EditSheetProps) {
  const { profile: messages, common } = useMessages();
  const { name, email, gstin, business_name = '', business_address = '' } = profile;
  const business = gstin ? { gstin, business_name, business_address } : {};
  const details = useDetails({ name, email, ...business }, onClose);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={messages.edit}
      closeLabel={common.close}
      foot={
        <Button look="primary" isBlock isBusy={details.isSaving} onClick={details.save}>
          {messages.save}
        </Button>
      }
    >
      <DetailsFields details={details}>
        <BusinessFields details={details} />
      </DetailsFields>
    </Sheet>
  );
}
