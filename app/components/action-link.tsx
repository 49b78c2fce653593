import { Link } from 'react-router';

interface ActionLinkProps {
  to: string;
  label: string;
  reloadDocument?: boolean;
}

/** The one thing that a page or a section asks the visitor to do. */
export function ActionLink({ to, label, reloadDocument = false }: ActionLinkProps) {
  return (
    <Link to={to} prefetch="intent" reloadDocument={reloadDocument} className="button button-primary">
      {label}
    </Link>
  );
}
