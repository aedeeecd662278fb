import { LocateFixed, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '@bijli/ui/Button';
import { IconButton } from '@bijli/ui/IconButton';
import { useMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';
import styles from './WhereQuestion.module.css';

/** Closed for as long as the app is open. */
let isQuestionClosed = false;

/** Hook: whether to ask a driver whose place is unknown, who may not want to be asked. */
export function usePlaceQuestion(isPlaceUnknown: boolean) {
  const [isClosed, setClosed] = useState(isQuestionClosed);
  return {
    isAsked: isPlaceUnknown && !isClosed,
    close() {
      isQuestionClosed = true;
      setClosed(true);
    },
  };
}

interface WhereQuestionProps {
  isLocating: boolean;
  onLocate: () => void;
  onClose: () => void;
}

/** Asks where the driver is. The map works without an answer. */
export function WhereQuestion({ isLocating, onLocate, onClose }: WhereQuestionProps) {
  const { map: messages, common } = useMessages();
  return (
    <section className={styles.question} aria-label={messages.whereAreYou}>
      <Link to={paths.search} className={styles.search}>
        <b className="clip">{messages.whereAreYou}</b>
        <span className="clip">{messages.searchCity}</span>
      </Link>
      <Button look="primary" isSlim isBusy={isLocating} onClick={onLocate}>
        {!isLocating && <LocateFixed size={20} aria-hidden />}
        {messages.useLocation}
      </Button>
      <IconButton icon={X} size={20} label={common.close} onClick={onClose} />
    </section>
  );
}
