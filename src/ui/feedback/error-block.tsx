import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface ErrorBlockProps {
  /** One sentence above the list. */
  title?: ReactNode;
  /** Error messages, translated. Renders nothing if empty. */
  messages: readonly string[];
  action?: ReactNode;
}

/** Errors from the server or form, above the form. Announced immediately. */
export function ErrorBlock({ title, messages, action }: ErrorBlockProps) {
  // The live region stays mounted while empty, because screen readers only announce changes inside one.
  return (
    <div role="alert" className="empty:hidden">
      {messages.length > 0 && (
        <div className="flex gap-3 rounded-card border border-bad bg-bad-soft p-4">
          <CircleAlert className="mt-0.5 size-5 shrink-0 text-bad" />
          <div className="min-w-0 flex-1">
            {title && <p className="font-semibold break-long">{title}</p>}
            <MessageList messages={messages} />
            {action && <div className="mt-3">{action}</div>}
          </div>
        </div>
      )}
    </div>
  );
}

function MessageList({ messages }: { messages: readonly string[] }) {
  if (messages.length === 1) return <p className="break-long">{messages[0]}</p>;
  return (
    <ul className="list-disc space-y-1 ps-5">
      {messages.map((message) => (
        <li key={message} className="break-long">
          {message}
        </li>
      ))}
    </ul>
  );
}
