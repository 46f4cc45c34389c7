# Generated from the contract by `npm run generate`. Do not edit.
"""Countersign client. Uses only the standard library; Python 3.9 or newer.

    client = Countersign("https://api.example.com", "cs_test_…")
    reply = client.sms_code(mobile="13800000000", code="482913")
    print(reply["requestId"], reply["unitPrice"])

Pass fields by name, or in a dictionary if a name is a Python keyword:

    client.usage({"from": "2026-11-01", "to": "2026-11-15"})
"""

import base64
import hashlib
import hmac
import json
import random
import time
import urllib.error
import urllib.request
import uuid

# Errors below 500 that are temporary: the same request with the same key can succeed later.
REPEATABLE_REASONS = {
    "request_timeout",
    "idempotency_in_flight",
    "rate_limited_key",
    "rate_limited_address",
}


class CountersignError(Exception):
    """The error that the client raises. ``reason`` tells programs what happened."""

    def __init__(self, reason, message, status=None, body=None, retry_after=None, key=None):
        super().__init__(message)
        body = body or {}
        self.reason = reason
        self.status = status
        self.code = body.get("code")
        self.request_id = body.get("requestId")
        self.details = body.get("details", [])
        self.doc_url = body.get("docUrl")
        self.retry_after = retry_after
        # Retry the call later with this key, and it is still carried out only once.
        self.idempotency_key = key


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Never follows redirects, so that the API key stays with its host."""

    def redirect_request(self, *_args):
        return None


def verify_webhook(headers, raw_body, secrets, tolerance_seconds=300, now=None):
    """Verifies the signature of a delivery (Standard Webhooks) and returns its event."""
    found = {name.lower(): value for name, value in headers.items()}
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    event_id, timestamp, signatures = (found.get(name) for name in names)
    if not (event_id and timestamp and signatures):
        raise CountersignError("webhook_headers_missing", "A webhook header is missing.")
    age = abs((time.time() if now is None else now) - int(timestamp)) if timestamp.isascii() and timestamp.isdigit() else None
    # A tolerance that is not a number (NaN) tolerates no age.
    if age is None or not age <= tolerance_seconds:
        raise CountersignError("webhook_too_old", "The timestamp of the delivery is too old or in the future.")
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    signed = f"{event_id}.{timestamp}.".encode() + body
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret)
        if not key:
            raise ValueError("A webhook secret must be whsec_ followed by base64.")
        right = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        if any(hmac.compare_digest(right.encode(), one.encode()) for one in signatures.split(" ")):
            return json.loads(body)
    raise CountersignError("webhook_signature_wrong", "The signature does not match any secret.")


class Countersign:
    """All operations of the platform. Each returns the response envelope as a dictionary."""

    def __init__(self, base_url, api_key, *, language="en", retries=4, attempt_timeout=30, timeout=90):
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._language = language
        self._retries = retries
        self._attempt_timeout = attempt_timeout
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirect)
        self.verify = _Verify(self._call)

    def wait_for_face(self, auth_token, timeout=7200):
        """Waits until the check has a result."""
        return self._wait(
            lambda: self.face_recheck(authToken=auth_token),
            lambda data: data["status"] != 0,
            timeout,
        )

    def wait_for_delivery(self, request_id, timeout=300):
        """Waits until the message has reached a final state."""
        return self._wait(
            lambda: self.sms_status(requestId=request_id),
            lambda data: data["state"] not in ("accepted", "sent"),
            timeout,
        )

    def _wait(self, ask, is_final, timeout):
        ends_at = time.monotonic() + timeout
        pause = 1.0
        while True:
            reply = ask()
            if is_final(reply["data"]):
                return reply
            left = ends_at - time.monotonic()
            if left <= 0:
                raise CountersignError("still_pending", "The result is still pending.")
            time.sleep(min(left, pause * random.uniform(0.5, 1)))
            pause = min(10.0, pause * 1.5)

    def _call(self, path, fields, key, is_question):
        # Every attempt uses the same key, so that the platform carries the call out once.
        key = key or (None if is_question else str(uuid.uuid4()))
        ends_at = time.monotonic() + self._timeout
        attempt = 1
        while True:
            try:
                left = max(0.001, ends_at - time.monotonic())
                return self._send(path, fields, key, min(self._attempt_timeout, left))
            except CountersignError as error:
                wait = (error.retry_after or 0) + random.uniform(0, min(8, 0.5 * 2 ** (attempt - 1)))
                is_late = time.monotonic() + wait >= ends_at
                if attempt > self._retries or is_late or not self._is_repeatable(error):
                    raise
                time.sleep(wait)
                attempt += 1

    def _send(self, path, fields, key, timeout):
        headers = {
            "content-type": "application/json",
            "x-api-key": self._api_key,
            "accept-language": self._language,
            **({"idempotency-key": key} if key else {}),
        }
        url = f"{self._base_url}/api/v1/{path}"
        request = urllib.request.Request(url, json.dumps(fields).encode(), headers, method="POST")
        try:
            with self._opener.open(request, timeout=timeout) as response:
                return json.loads(response.read())
        except urllib.error.HTTPError as error:
            raise self._read_error(error, key) from None
        except (OSError, ValueError) as error:
            raise CountersignError("network", "The platform did not respond.", key=key) from error

    @staticmethod
    def _read_error(error, key):
        after = error.headers.get("retry-after", "")
        retry_after = int(after) if after.isdigit() else None
        try:
            body = json.loads(error.read())
            reason, message = body["reason"], body["message"]
        except (ValueError, KeyError, TypeError, OSError):
            body, reason = None, "unreadable_reply"
            message = f"The response with status {error.code} did not come from the platform."
        return CountersignError(reason, message, error.code, body, retry_after, key)

    @staticmethod
    def _is_repeatable(error):
        if error.reason == "network" or (error.status or 0) >= 500:
            return True
        if error.reason == "unreadable_reply":
            return error.status in (408, 429)
        return error.reason in REPEATABLE_REASONS

    def face_verify(self, request=None, /, *, idempotency_key=None, **fields):
        """Get an authentication link. Fields: ``name``, ``cardNo``, ``redirectUrl``."""
        return self._call("face_verify", {**(request or {}), **fields}, idempotency_key, False)

    def face_recheck(self, request=None, /, *, idempotency_key=None, **fields):
        """Query the result (recheck). Fields: ``authToken``."""
        return self._call("face_verify", {**(request or {}), **fields}, idempotency_key, True)

    def sms_code(self, request=None, /, *, idempotency_key=None, **fields):
        """Send a verification code. Fields: ``mobile``, ``code``."""
        return self._call("sms_code", {**(request or {}), **fields}, idempotency_key, False)

    def sms_notice(self, request=None, /, *, idempotency_key=None, **fields):
        """Send a notice. Fields: ``mobile``, ``content``, ``orderNo``."""
        return self._call("sms_notice", {**(request or {}), **fields}, idempotency_key, False)

    def sms_status(self, request=None, /, *, idempotency_key=None, **fields):
        """Query the status of a message. Fields: ``requestId``."""
        return self._call("sms_status", {**(request or {}), **fields}, idempotency_key, True)

    def balance(self, request=None, /, *, idempotency_key=None, **fields):
        """Show the balance. No fields."""
        return self._call("balance", {**(request or {}), **fields}, idempotency_key, True)

    def usage(self, request=None, /, *, idempotency_key=None, **fields):
        """Show usage per day. Fields: ``from``, ``to``."""
        return self._call("usage", {**(request or {}), **fields}, idempotency_key, True)

    def topup_create(self, request=None, /, *, idempotency_key=None, **fields):
        """Begin a payment into the wallet. Fields: ``amount``, ``returnUrl``, ``reference``."""
        return self._call("topup_create", {**(request or {}), **fields}, idempotency_key, False)

    def topup_status(self, request=None, /, *, idempotency_key=None, **fields):
        """Query a payment into the wallet. Fields: ``paymentId``."""
        return self._call("topup_status", {**(request or {}), **fields}, idempotency_key, True)

    def topup_methods(self, request=None, /, *, idempotency_key=None, **fields):
        """List the ways to pay into the wallet. No fields."""
        return self._call("topup_methods", {**(request or {}), **fields}, idempotency_key, True)

    def webhook_endpoint_create(self, request=None, /, *, idempotency_key=None, **fields):
        """Create an endpoint. Fields: ``url``, ``events``, ``description``."""
        return self._call("webhook_endpoint_create", {**(request or {}), **fields}, idempotency_key, False)

    def webhook_endpoint_list(self, request=None, /, *, idempotency_key=None, **fields):
        """List endpoints. No fields."""
        return self._call("webhook_endpoint_list", {**(request or {}), **fields}, idempotency_key, True)

    def webhook_endpoint_update(self, request=None, /, *, idempotency_key=None, **fields):
        """Update an endpoint. Fields: ``endpointId``, ``isOn``."""
        return self._call("webhook_endpoint_update", {**(request or {}), **fields}, idempotency_key, False)

    def webhook_endpoint_delete(self, request=None, /, *, idempotency_key=None, **fields):
        """Delete an endpoint. Fields: ``endpointId``."""
        return self._call("webhook_endpoint_delete", {**(request or {}), **fields}, idempotency_key, False)

    def webhook_endpoint_roll_secret(self, request=None, /, *, idempotency_key=None, **fields):
        """Rotate the secret. Fields: ``endpointId``."""
        return self._call("webhook_endpoint_roll_secret", {**(request or {}), **fields}, idempotency_key, False)

    def webhook_endpoint_test(self, request=None, /, *, idempotency_key=None, **fields):
        """Send a test event. Fields: ``endpointId``."""
        return self._call("webhook_endpoint_test", {**(request or {}), **fields}, idempotency_key, False)

    def webhook_delivery_list(self, request=None, /, *, idempotency_key=None, **fields):
        """List deliveries. Fields: ``requestId``."""
        return self._call("webhook_delivery_list", {**(request or {}), **fields}, idempotency_key, True)

    def webhook_replay(self, request=None, /, *, idempotency_key=None, **fields):
        """Replay deliveries. Fields: ``endpointId``, ``from``."""
        return self._call("webhook_replay", {**(request or {}), **fields}, idempotency_key, False)

    def webhook_listen(self, request=None, /, *, idempotency_key=None, **fields):
        """Listen during development. Fields: ``waitSeconds``."""
        return self._call("webhook_listen", {**(request or {}), **fields}, idempotency_key, True)


class _Verify:
    """Codes that the platform makes and checks."""

    def __init__(self, call):
        self._call = call

    def start(self, request=None, /, *, idempotency_key=None, **fields):
        """Send a code that the platform makes. Fields: ``mobile``, ``purpose``."""
        return self._call("verify_start", {**(request or {}), **fields}, idempotency_key, False)

    def check(self, request=None, /, *, idempotency_key=None, **fields):
        """Check a code. Fields: ``verificationId``, ``code``."""
        return self._call("verify_check", {**(request or {}), **fields}, idempotency_key, False)

    def cancel(self, request=None, /, *, idempotency_key=None, **fields):
        """Cancel a verification. Fields: ``verificationId``."""
        return self._call("verify_cancel", {**(request or {}), **fields}, idempotency_key, False)

    def status(self, request=None, /, *, idempotency_key=None, **fields):
        """Query a verification. Fields: ``verificationId``."""
        return self._call("verify_status", {**(request or {}), **fields}, idempotency_key, True)
