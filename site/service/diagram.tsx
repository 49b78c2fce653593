import type { Service } from '../../content/schema/service.ts';

/** What a page explains by an example: a table, of which each row becomes a block where it has no width for columns. */
export function Diagram({ diagram }: { diagram: Service['diagram'] }) {
  if (!diagram) return null;
  const { title, note, columns, rows } = diagram;
  return (
    <section className="wrap band pb-0">
      <h2 className="text-h2 font-bold">{title}</h2>
      <p className="mt-5 max-w-[33rem] text-quiet">{note}</p>
      <table className="diagram figures">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} data-column={columns[index + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
