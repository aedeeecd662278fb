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
  /** A line below the question. */
  text: ReactNode;
  keep: string;
  remove: string;
  isPending: boolean;
  run: (onRemoved: () => void) => void;
}

/** Functions that lead to another step or close the sheet. */
export interface StepMoves<Step extends string> {
  goTo: (step: Step | 'remove') => void;
  close: () => void;
}

interface OwnThingSheetProps<Step extends string> {
  open: boolean;
  onClose: () => void;
  /** The step that opens first. */
  first: Step;
  /** The step before every other one, unless the sheet opens at another. */
  menu: Step;
  renderSteps: (moves: StepMoves<Step>) => Record<Step, SheetStep>;
  removal: Removal;
  /** Gets focus when the thing has been removed. */
  afterRemoval: RefObject<HTMLElement | null>;
}

/** A sheet with the actions for a thing of the driver, one step at a time. The last step removes it. */
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

/** The heading of a menu: the thing that it is about. */
export function SheetSubject({ children }: { children: ReactNode }) {
  return <p className={`num ${styles.which}`}>{children}</p>;
}
