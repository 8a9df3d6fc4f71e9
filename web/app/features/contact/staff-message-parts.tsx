import type { ContactState } from '@fairlead/contract/contact/calls';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { type ContactMessage, closeMessage, refetchMessages, reopenMessage } from './staff-api.ts';

const states = {
  new: { text: 'New', tone: 'warn' },
  answered: { text: 'Answered', tone: 'good' },
  closed: { text: 'Closed', tone: 'plain' },
} as const satisfies Record<ContactState, { text: string; tone: string }>;

export const MessageState = ({ state }: { state: ContactState }) => (
  <Badge tone={states[state].tone}>{states[state].text}</Badge>
);

/** Closes a message, or opens it again; its sender on the screen has the id `message-<id>`. */
export function SetMessageState({ message }: { message: ContactMessage }) {
  if (message.state === 'closed') {
    return (
      <ConfirmAction
        label="Open again"
        size="small"
        describedBy={`message-${message.id}`}
        title="Open Message Again"
        text={<p>Open this message again? It becomes new, or answered if it has an answer.</p>}
        confirm="Yes, Open"
        act={() => reopenMessage(message)}
        after={refetchMessages}
        failure="Failed to open the message again."
      />
    );
  }
  return (
    <ConfirmAction
      label="Close"
      size="small"
      describedBy={`message-${message.id}`}
      title="Close Message"
      text={
        <p>
          {message.state === 'new'
            ? 'Nobody has answered this message. Close it without an answer? Its sender is not notified.'
            : 'Close this message? Its sender is not notified.'}
        </p>
      }
      confirm="Yes, Close"
      act={() => closeMessage(message)}
      after={refetchMessages}
      failure="Failed to close the message."
    />
  );
}
