import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface ErrorBlockProps {
  /** One sentence above the list. */
  title?: ReactNode;
  /** What went wrong, already in words. Nothing is drawn for an empty list. */
  messages: readonly string[];
  action?: ReactNode;
}

/** What the server or a form refused, above the form. Read at once. */
export function ErrorBlock({ title, messages, action }: ErrorBlockProps) {
  // The region stays on the page while it is empty: a reader hears only what changes inside one.
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
