FROM python:3.11-slim

# Not root: the server needs its own folder and one port above 1024.
RUN useradd --system --uid 10001 --create-home xiban && mkdir /data && chown xiban /data
WORKDIR /app
COPY requirements.txt .
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY server server
COPY protocol protocol
COPY client_web client_web
COPY seeds seeds

USER xiban
ENV XIBAN_DATA=/data PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
CMD ["python", "-m", "server", "serve"]
