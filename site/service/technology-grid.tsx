interface TechnologyGridProps {
  title: string;
  /** A service may name none. */
  names?: readonly string[] | undefined;
}

/** Cells hung under a deck: as many in a row as its place has width for. */
export function TechnologyGrid({ title, names }: TechnologyGridProps) {
  if (!names) return null;
  return (
    <div>
      <h2 className="text-h3 font-bold">{title}</h2>
      <ul className="technology-grid">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}
