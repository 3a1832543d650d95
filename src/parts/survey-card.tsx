import { ClipboardList } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#src/ui/layout/card.tsx';
import { IconTile } from '#src/ui/media/icon-tile.tsx';

interface SurveyCardProps {
  readonly title: string;
  readonly tagline: string;
  /** Shows when a postponed survey will be offered again. */
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

/** A survey in a list, as installers see it. */
export function SurveyCard({ title, tagline, note, children }: SurveyCardProps) {
  return (
    <Card as="li">
      <div className="flex gap-3.5">
        <IconTile icon={<ClipboardList />} tone="info" />
        <div className="min-w-0 flex-1">
          <h2 className="text-title font-semibold break-long">{title}</h2>
          <p className="mt-1 text-small text-ink-soft break-long">{tagline}</p>
          {note && <p className="mt-2 text-small text-ink-soft">{note}</p>}
        </div>
      </div>
      {children}
    </Card>
  );
}
