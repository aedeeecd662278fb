import { DetailsFields, useDetails } from '#parts/DetailsFields.tsx';
import { Button } from '@bijli/ui/Button';
import { Sheet } from '@bijli/ui/Sheet';
import { useMessages } from '#messages/messages.ts';
import type { DriverProfile } from './ProfileFacts.tsx';

interface EditSheetProps {
  profile: DriverProfile;
  open: boolean;
  onClose: () => void;
}

/** Changes name and e-mail. */
export function EditSheet({ profile, open, onClose }: EditSheetProps) {
  const { profile: messages, common } = useMessages();
  const details = useDetails(profile, onClose);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={messages.edit}
      closeLabel={common.close}
      foot={
        <Button look="primary" block busy={details.isSaving} onClick={details.save}>
          {messages.save}
        </Button>
      }
    >
      <DetailsFields details={details} />
    </Sheet>
  );
}
