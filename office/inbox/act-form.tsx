import type { ReactNode } from 'react';
import type { StoredEnquiry } from '../../enquiries/core/store.ts';

interface ActFormProps {
  enquiry: Pick<StoredEnquiry, 'id' | 'version'>;
  act: 'answer' | 'reopen' | 'note' | 'assign' | 'retry' | 'release' | 'spam' | 'erase';
  className?: string;
  children: ReactNode;
}

/** Does one act to one enquiry. It says which version of it this page shows, so that nobody's act is undone unseen. */
export function ActForm({ enquiry: { id, version }, act, className, children }: ActFormProps) {
  return (
    <form method="post" action={`/enquiries/${id}/${act}`} className={className}>
      <input type="hidden" name="seen" value={version} />
      {children}
    </form>
  );
}
