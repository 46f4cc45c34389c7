/**
 * Validates a manifest against the schemas that Kubernetes publishes, as `kubernetes-models` packs them.
 * Returns what is wrong, or nothing.
 */
export async function validateManifest(manifest: {
  apiVersion: string;
  kind: string;
}): Promise<string> {
  const { apiVersion, kind } = manifest;
  const models = await import(`kubernetes-models/${apiVersion}/${kind}`);
  try {
    new models[kind](manifest).validate();
    return '';
  } catch (error) {
    return `${kind}: ${(error as Error).message}`;
  }
}
