import styles from './editors.module.css';

/** What is being edited: its name, and its kind in the API's word. */
export function FormTitle({
  kind,
  name,
  namespace,
}: {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}) {
  return (
    <h2 className={styles.title}>
      <span>{name}</span>
      <span className={styles.kind}>{namespace ? `${kind} · ${namespace}` : kind}</span>
    </h2>
  );
}
