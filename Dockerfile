FROM python:3.11-slim

# Not root: the server needs its own folder and one port above 1024. The rest may be mounted read-only.
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin xiban \
    && install -d -o xiban -g xiban -m 0700 /data
WORKDIR /app
COPY requirements.txt .
RUN pip install --no-cache-dir --no-compile --require-hashes -r requirements.txt
COPY seeds seeds
COPY client_web client_web
COPY protocol protocol
COPY server server
# The image's Python is not compiled, and who runs here may not write: without this each start compiles all that it uses.
RUN python -m compileall -q protocol server \
    && python -c "import pydantic.type_adapter, server.cli, server.rooms.redis, server.loadtest.show, uvicorn.loops.uvloop" \
    && printf '#!/bin/sh\nexec python -m server "$@"\n' > /usr/local/bin/xiban && chmod 0755 /usr/local/bin/xiban

USER xiban
ENV XIBAN_DATA=/data PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=/app
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
ENTRYPOINT ["xiban"]
CMD ["serve"]
