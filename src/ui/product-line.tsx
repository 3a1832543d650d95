import { Package } from 'lucide-react';
import type { ReactNode } from 'react';
import { FramedPicture } from './framed-picture.tsx';

interface ProductLineProps {
  image: string | null;
  name: string;
  /** Which of its kinds; empty where there is only one. */
  kind: string;
  /** How many, and for how much each. */
  count: string;
  /** What that comes to. */
  total?: ReactNode;
}

/** A product among others that were or are to be ordered: an item of a list. */
export function ProductLine({ image, name, kind, count, total }: ProductLineProps) {
  return (
    <li className="flex items-start gap-3 p-4">
      <FramedPicture
        src={image}
        alt=""
        icon={<Package />}
        className="size-12 rounded-control [&_svg]:size-6!"
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <div className="min-w-0 flex-[1_1_10rem]">
          <p className="font-semibold break-long">{name}</p>
          {kind && <p className="text-small text-ink-soft break-long">{kind}</p>}
          <p className="text-small text-ink-soft tnum">{count}</p>
        </div>
        {total && <p className="font-bold tnum">{total}</p>}
      </div>
    </li>
  );
}
