import { type ReactNode, type RefObject, useState } from 'react';
import { Button } from '@bijli/ui/Button';
import { Sheet } from '@bijli/ui/Sheet';
import { useMessages } from '#messages/messages.ts';
import styles from './OwnThings.module.css';

interface SheetStep {
  title: string;
  body: ReactNode;
  foot?: ReactNode;
}

interface Removal {
  title: string;
  /** What goes with it. */
  text: ReactNode;
  keep: string;
  remove: string;
  isPending: boolean;
  run: (onRemoved: () => void) => void;
}

/** Leads from one step to another, or out. */
export interface StepMoves<Step extends string> {
  goTo: (step: Step | 'remove') => void;
  close: () => void;
}

interface OwnThingSheetProps<Step extends string> {
  open: boolean;
  onClose: () => void;
  /** Where it opens. */
  first: Step;
  /** Every step has the menu before it, but where the sheet opens at another. */
  menu: Step;
  renderSteps: (moves: StepMoves<Step>) => Record<Step, SheetStep>;
  removal: Removal;
  /** Has the focus when the thing is gone. */
  afterRemoval: RefObject<HTMLElement | null>;
}

/** What can be done with a thing that is the driver's own, a step at a time; the last is to remove it. */
export function OwnThingSheet<Step extends string>(props: OwnThingSheetProps<Step>) {
  const { open, onClose, first, menu, removal, afterRemoval } = props;
  const { common } = useMessages();
  const [step, setStep] = useState<Step | 'remove'>(first);
  const [isRemoved, setRemoved] = useState(false);
  const close = () => {
    onClose();
    setStep(menu);
  };
  const remove = () =>
    removal.run(() => {
      setRemoved(true);
      onClose();
    });
  const { title, body, foot } =
    step === 'remove'
      ? {
          title: removal.title,
          body: <p>{removal.text}</p>,
          foot: (
            <div className={styles.choices}>
              <Button look="line" isBlock onClick={close}>
                {removal.keep}
              </Button>
              <Button look="danger" isBlock isBusy={removal.isPending} onClick={remove}>
                {removal.remove}
              </Button>
            </div>
          ),
        }
      : props.renderSteps({ goTo: setStep, close })[step];
  return (
    <Sheet
      open={open}
      onClose={close}
      title={title}
      closeLabel={common.close}
      foot={foot}
      {...(isRemoved && { finalFocus: afterRemoval })}
    >
      {body}
    </Sheet>
  );
}

/** Above a menu: which thing it is about. */
export function SheetSubject({ children }: { children: ReactNode }) {
  return <p className={`num ${styles.which}`}>{children}</p>;
}
