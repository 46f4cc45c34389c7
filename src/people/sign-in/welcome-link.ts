/** The link of an invitation. Its token stands behind the hash, which browsers send to nobody. */
export function welcomeLink(publicUrl: string, token: string): string {
  return `${publicUrl}/console/welcome#${token}`;
}
