interface ActionLinkProps {
  to: string;
  label: string;
}

/** The one thing that a page or a section asks the visitor to do. */
export function ActionLink({ to, label }: ActionLinkProps) {
  return (
    <a href={to} className="button button-primary">
      {label}
    </a>
  );
}
